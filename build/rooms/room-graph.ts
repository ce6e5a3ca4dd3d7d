import { readSource, resolveImport, type SourceFile } from './source-files.js';
import { ROOMS } from './rooms.js';

/** From each file to the files of ours that it imports, types and loading on use included. */
export const fileArrows = (
  files: readonly SourceFile[] = readSource(),
): ReadonlyMap<string, ReadonlySet<string>> => {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => [
      file.path,
      new Set(
        file.imports
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => resolveImport(file, specifier))
          .filter((path) => paths.has(path)),
      ),
    ]),
  );
};

/** The room of a file: the first of the table whose folder or file it is; undefined for none. */
export const roomOf = (path: string): string | undefined =>
  ROOMS.find(({ at }) => at.some((place) => path === place || path.startsWith(`${place}/`)))?.name;

/** From each room to the rooms it imports from. */
export const roomArrows = (
  arrows: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const rooms = new Map<string, Set<string>>(ROOMS.map(({ name }) => [name, new Set()]));
  for (const [from, targets] of arrows) {
    const room = roomOf(from);
    for (const to of targets) {
      const other = roomOf(to);
      if (room !== undefined && other !== undefined && other !== room) rooms.get(room)!.add(other);
    }
  }
  // In the order of rooms, whichever file imports first.
  return new Map(
    [...rooms].map(([name, others]) => [
      name,
      new Set(ROOMS.flatMap((room) => (others.has(room.name) ? [room.name] : []))),
    ]),
  );
};
