/**
 * The parts of a form as any reader might see them.
 *
 * Parsers differ in what they make of an odd part: one passes over it, another takes it for a field,
 * and a second `model` could hide there. So a part that is not told in the plain way is refused.
 */
import { Dicer } from '@fastify/busboy';

/** Looks at the heads of parts while a form passes. */
export type PartWatch = Readonly<{
  /** Reads the next piece; resolves when the heads in it have been looked at. */
  take: (piece: Buffer) => Promise<void>;
}>;

/**
 * Watches the parts of a form. `refuse` is told what is wrong with it, in words that follow "The form".
 *
 * Throws when the content type has no boundary.
 */
export const watchParts = (contentType: string, refuse: (problem: string) => void): PartWatch => {
  const boundaries = [...contentType.matchAll(BOUNDARY)];
  const [, quoted, plain] = boundaries[0] ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new Error('the content type has no boundary');
  if (boundaries.length > 1) refuse('has more than one boundary');
  const dicer = new Dicer({ boundary });
  dicer.on('part', (part) => {
    part.on('header', (header) => {
      if (!isPlain(header as PartHead)) refuse('has a part that is no plain "form-data" field');
    });
    part.on('error', ignore);
    part.on('data', ignore);
  });
  // What is not well-formed is told by the parser that reads the fields.
  dicer.on('error', ignore);
  let isOver = false;
  dicer.once('finish', () => (isOver = true));
  return {
    take: (piece) =>
      new Promise((resolve) => {
        if (isOver) return void resolve();
        // Behind the last part it may owe the answer to a write for ever.
        dicer.once('finish', resolve);
        dicer.write(piece, () => {
          dicer.off('finish', resolve);
          resolve();
        });
      }),
  };
};

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/gi;

/** The headers of a part, by their names in lower case. */
type PartHead = Readonly<Record<string, readonly string[] | undefined>>;

const isPlain = (head: PartHead): boolean => {
  const dispositions = head['content-disposition'] ?? [];
  const [disposition = ''] = dispositions;
  const names = disposition.match(/;\s*name\s*[=*]/gi) ?? [];
  const isNamedOnce = names.length === 1 && !names[0].endsWith('*');
  return dispositions.length === 1 && /^form-data\s*;/i.test(disposition) && isNamedOnce;
};

const ignore = (): void => undefined;
