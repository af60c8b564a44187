import assert from 'node:assert/strict';
import { test } from 'vitest';
import { groupsOf } from './requirementGroups.ts';

test('names each group of requirements once, in the order of the form', () => {
  const names = [
    'tos_acceptance.date',
    'tos_acceptance.ip',
    'external_account',
    'representative.first_name',
    'person_1N9XNt.dob.day',
    'company.verification.document',
    'person_1N9XNt.verification.additional_document',
    'business_profile.url',
    'company.tax_id',
    'something_new',
  ];
  assert.deepEqual(groupsOf(names), ['business', 'people', 'documents', 'bank', 'terms', 'other']);
  assert.deepEqual(groupsOf(['individual.verification.document']), ['documents']);
  assert.deepEqual(groupsOf([]), []);
});
