/** Every file of `dist` by name, with its source. `package.json` exports them; a test compares. */
export const ENTRIES: Record<string, string> = {
  index: 'src/index.ts',
  'index.browser': 'src/index.browser.ts',
};
