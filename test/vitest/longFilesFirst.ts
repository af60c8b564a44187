import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take half a minute or more although they are short, in the order in which they start. The tests
 * of a file run one after the other.
 */
const LONG = [
  'test/processes/oneProcessOfVenues.system.test.ts',
  'test/processes/servicesOnly.system.test.ts',
  'test/processes/oneProcess.system.test.ts',
  'test/processes/services.system.test.ts',
  'test/images/images.system.test.ts',
  'test/docs/running.system.test.ts',
  'test/faults/crashes.system.test.ts',
  'test/payments/crashes.system.test.ts',
  'test/payments/providers.system.test.ts',
  'test/faults/smtpOutage.system.test.ts',
  'test/money/moneyModel.servers.test.ts',
  'test/money/mutations.servers.test.ts',
  'test/visitMails/mutations.servers.test.ts',
  'test/hosts/nuxt.visits.test.ts',
  'test/admin/today.visits.test.ts',
  'test/admin/everyView.visits.test.ts',
  'test/hosts/wordpress.visits.test.ts',
  'test/hosts/next.visits.test.ts',
  'test/widget/calendar.visits.test.ts',
  'test/widget/timeline.visits.test.ts',
  'test/widget/strip.visits.test.ts',
];
/** The place of a file among the long ones; -1 for others. */
const placeOf = ({ moduleId }: TestSpecification) => LONG.findIndex((file) => moduleId.endsWith(file));

/**
 * Starts long files first, so that none runs alone at the end, and in each group the project with most of
 * them. vitest orders files by their last duration. On a machine without durations it orders by size, which
 * says nothing about files that run the tests of others. A process only continues with files of its project.
 */
export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    const projects = [...byProject.values()].map((its) => ({
      long: its.filter((one) => placeOf(one) >= 0).toSorted((one, other) => placeOf(one) - placeOf(other)),
      others: its.filter((one) => placeOf(one) < 0),
    }));
    return projects
      .toSorted((one, other) => other.long.length - one.long.length)
      .flatMap(({ long, others }) => [...long, ...others]);
  }
}
