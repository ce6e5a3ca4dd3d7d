/** Names of headers as they are compared, found once per spelling: the same few come all the time. */

/** Spellings that are remembered; names that clients make up beyond it are worked out each time. */
const MAX_SPELLINGS = 1_024;

const remembered = (change: (name: string) => string): ((name: string) => string) => {
  const known = new Map<string, string>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const changed = change(name);
    // A long name is no everyday name, and not worth its memory.
    if (known.size < MAX_SPELLINGS && name.length <= 64) known.set(name, changed);
    return changed;
  };
};

/** The name in lower case. */
export const lowerName = remembered((name) => name.toLowerCase());

/** The name in lower case with "-" for "_": many servers cannot tell the two apart. */
export const foldName = remembered((name) => name.toLowerCase().replaceAll('_', '-'));
