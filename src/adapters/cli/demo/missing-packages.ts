import { createRequire } from 'node:module';

/** The packages that `script` could not load; loads none. */
export const missingPackages = (script: string, names: readonly string[]): readonly string[] => {
  const { resolve } = createRequire(script);
  return names.filter((name) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
};
