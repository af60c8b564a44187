export function preparePackagesFolder(root: string, level: 'start' | 'all'): string;
export function movePackages(folder: string, root: string): void;
