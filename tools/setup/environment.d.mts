/** The environment for installing and generating, which never downloads Prisma's schema engine. */
export function forSetUp(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv;
