/** The source tree as data: which file imports what, and what stands in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';

/** npm and vitest both run in the folder of the repository. */
const ROOT = process.cwd();

/** The folders of `src` that are layers; files beside them are entries of the package. */
export type Layer = 'core' | 'session' | 'expression' | 'adapters' | 'entry';

export type Import = Readonly<{
  specifier: string;
  /** Gone after compilation. */
  isTypeOnly: boolean;
  /** `import()`, which may fail when it runs. */
  isDynamic: boolean;
}>;

export type SourceFile = Readonly<{
  /** Below the root, with "/". */
  path: string;
  layer: Layer;
  text: string;
  syntax: ts.SourceFile;
  imports: readonly Import[];
}>;

/** Every TypeScript file of `src`. */
export const readSource = (): readonly SourceFile[] =>
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFile(posix.join('src', path.replaceAll('\\', '/'))));

/** The file a relative import names, below the root; a `.js` is written where a `.ts` is meant. */
export const resolveImport = (from: SourceFile, specifier: string): string =>
  posix.join(dirname(from.path), specifier).replace(/\.js$/, '.ts');

export const layerOf = (path: string): Layer => {
  const [, folder, ...rest] = path.split('/');
  return rest.length === 0 ? 'entry' : (folder as Layer);
};

/** Every node of a file for which `isWanted` holds. */
export const findNodes = <N extends ts.Node>(
  { syntax }: SourceFile,
  isWanted: (node: ts.Node) => node is N,
): N[] => {
  const found: N[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node);
    node.forEachChild(visit);
  };
  visit(syntax);
  return found;
};

const readFile = (path: string): SourceFile => {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const file = { path, layer: layerOf(path), text, syntax, imports: [] };
  return { ...file, imports: [...staticImports(file), ...dynamicImports(file)] };
};

const staticImports = (file: SourceFile): Import[] =>
  findNodes(file, isModuleStatement).flatMap((node) => {
    const { moduleSpecifier } = node;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const isTypeOnly = ts.isExportDeclaration(node)
      ? node.isTypeOnly
      : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
    return [{ specifier: moduleSpecifier.text, isTypeOnly, isDynamic: false }];
  });

const isModuleStatement = (node: ts.Node): node is ts.ImportDeclaration | ts.ExportDeclaration =>
  ts.isImportDeclaration(node) || ts.isExportDeclaration(node);

const dynamicImports = (file: SourceFile): Import[] =>
  findNodes(file, ts.isCallExpression).flatMap(({ expression, arguments: [argument] }) => {
    const loads = expression.kind === ts.SyntaxKind.ImportKeyword || isRequire(expression);
    if (!loads || argument === undefined || !ts.isStringLiteral(argument)) return [];
    return [{ specifier: argument.text, isTypeOnly: false, isDynamic: true }];
  });

const isRequire = (expression: ts.Expression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'require';
