import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/** The playground with its style and its program inside; `root` is the folder of the repository. */
export const playgroundPage = async (root: string): Promise<string> => {
  const read = (name: string): string => readFileSync(join(root, 'playground', name), 'utf8');
  const { outputFiles } = await build({
    ...{
      entryPoints: [join(root, 'playground/main.ts')],
      bundle: true,
      minify: true,
      write: false,
    },
    ...{ format: 'esm', platform: 'browser', target: 'es2022', legalComments: 'inline' },
    ...{ conditions: ['browser'], logLevel: 'error' },
  });
  // A closing tag in a string of the program would end the program.
  const program = outputFiles[0]!.text.replaceAll('</script', '<\\/script');
  return read('index.html')
    .replace('/* style.css */', () => read('style.css'))
    .replace('/* main.ts */', () => program);
};
