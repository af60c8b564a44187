import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { problemAffectsResolutionKind } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Packed } from './packages.ts';

/** What `publint` has to say about a package as it would be published. */
export async function lint({ tarball }: Pick<Packed, 'tarball'>): Promise<string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** What is wrong with its types, in the profile `esm-only` of "Are the types wrong?". */
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
