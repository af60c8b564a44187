/** The environment for installing and generating: nothing is downloaded for it. */
export function forSetUp(env: NodeJS.ProcessEnv, root: string): NodeJS.ProcessEnv;
