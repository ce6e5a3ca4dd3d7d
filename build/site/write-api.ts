/** Writes the API reference from doc comments as Markdown. Fails where an export has none. */
import { resolve } from 'node:path';
import { Application, type DeclarationReflection, type ProjectReflection } from 'typedoc';
import { ENTRIES } from '../../entries.js';

/** What is imported, by its source, and the folder that all sources lie in. */
export type ApiSources = Readonly<{
  root: string;
  entries: Readonly<Record<string, string>>;
  tsconfig: string;
}>;

/** The package; browser builds have the same names. */
const PACKAGE: ApiSources = {
  root: 'src',
  entries: Object.fromEntries(
    Object.entries(ENTRIES).filter(([entry]) => entry !== 'cli' && !entry.endsWith('.browser')),
  ),
  tsconfig: 'tsconfig.json',
};

/** Writes the pages into `folder`. Throws where an export lacks a comment, or a link leads nowhere. */
export const writeApi = async (folder: string, sources = PACKAGE): Promise<void> => {
  const app = await Application.bootstrapWithPlugins({
    options: resolve('build/site/typedoc.json'),
    tsconfig: resolve(sources.tsconfig),
    entryPoints: Object.values(sources.entries),
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('the API reference: the sources could not be read');
  nameModules(project, sources);
  app.validate(project);
  const undocumented = undocumentedExports(project);
  if (undocumented.length > 0) {
    throw new Error(`exports without a doc comment:\n  ${undocumented.join('\n  ')}`);
  }
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('the API reference has faults');
  app.options.setValue('out', folder);
  await app.generateOutputs(project);
};

/** Modules are called as they are imported: `homeward/router`. */
const nameModules = (project: ProjectReflection, { root, entries }: ApiSources): void => {
  for (const module of project.children ?? []) {
    const files = [`${root}/${module.name}.ts`, `${root}/${module.name}/index.ts`];
    const found = Object.entries(entries).find(([, source]) => files.includes(source));
    if (found === undefined) throw new Error(`no entry is made of ${module.name}`);
    module.name = found[0] === 'index' ? 'homeward' : `homeward/${found[0]}`;
  }
};

const undocumentedExports = (project: ProjectReflection): string[] =>
  (project.children ?? []).flatMap((module) =>
    (module.children ?? [])
      .filter((exported) => !isDocumented(exported))
      .map((exported) => `${module.name} ${exported.name}`),
  );

/** A reexport has its comment where it is from; a function in its signatures. */
const isDocumented = (exported: DeclarationReflection): boolean => {
  if (exported.isReference()) return true;
  if (exported.hasComment()) return true;
  const type = exported.type?.type === 'reflection' ? exported.type.declaration : undefined;
  const signatures = [...(exported.signatures ?? []), ...(type?.signatures ?? [])];
  return signatures.some((signature) => signature.hasComment());
};
