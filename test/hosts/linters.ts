import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Packed } from './packages.ts';

/** Messages of `publint` about a package. */
export async function lint({ tarball }: Pick<Packed, 'tarball'>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** Problems that "Are the types wrong?" finds in a package with the profile `esm-only`. */
export async function wrongTypes({ tarball }: Pick<Packed, 'tarball'>): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)));
  if (!analysis.types) return ['no types at all'];
  return analysis.problems
    .filter((problem) =>
      (['node16-esm', 'bundler'] as const).some((kind) =>
        problemAffectsResolutionKind(problem, kind, analysis),
      ),
    )
    .map((problem) => JSON.stringify(problem).slice(0, 300));
}
