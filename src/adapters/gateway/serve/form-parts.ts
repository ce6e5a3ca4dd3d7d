/**
 * The parts of a form, one after the other, as any reader sees them.
 *
 * Readers differ in what they make of an odd part: one passes over it, another takes it for a field,
 * and a second `model` could hide there. So a part that is not told in the plain way is a problem.
 */
import { Dicer } from '@fastify/busboy';

/** A part that has come in whole. */
export type FormPart = Readonly<{
  name: string;
  isFile: boolean;
  /** Its first bytes, `MAX_VALUE_BYTES` at most. */
  value: Buffer;
  isCut: boolean;
}>;

/** Told of what is found; a problem is in words that follow "The form". */
export type FormListener = Readonly<{
  onPart: (part: FormPart) => void;
  onProblem: (problem: string) => void;
}>;

/** Reads a form piece by piece. */
export class FormParts {
  readonly #parser: InstanceType<typeof Dicer>;
  #part: PartInProgress | undefined;
  #count = 0;
  /** The last boundary has come; what stands behind it is nothing. */
  #isOver = false;

  /** Throws when the content type has no boundary. */
  constructor(
    contentType: string,
    readonly listener: FormListener,
  ) {
    const boundaries = [...contentType.matchAll(BOUNDARY)];
    const boundary = boundaries[0]?.[1] ?? boundaries[0]?.[2];
    if (boundary === undefined) throw new Error('the content type has no boundary');
    if (boundaries.length > 1) listener.onProblem('has more than one boundary');
    this.#parser = new Dicer({ boundary });
    this.#parser.on('part', (part) => {
      this.#begin(part);
    });
    this.#parser.on('error', () => {
      listener.onProblem('is not well-formed');
    });
    this.#parser.once('finish', () => {
      this.#isOver = true;
      this.#settle();
    });
  }

  /** Resolves when the piece has been read. */
  take(piece: Buffer): Promise<void> {
    return this.#until((done) => this.#parser.write(piece, done));
  }

  /** Resolves when every part has been told. */
  end(): Promise<void> {
    return this.#until(() => this.#parser.end());
  }

  /** The parser may owe the answer to its last write for ever, but it says when it is over. */
  #until(act: (done: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      if (this.#isOver) return void resolve();
      const settled = (): void => {
        this.#parser.off('finish', settled);
        resolve();
      };
      this.#parser.once('finish', settled);
      act(settled);
    });
  }

  #begin(stream: NodeJS.ReadableStream): void {
    this.#settle();
    if (++this.#count > MAX_PARTS) {
      this.listener.onProblem(`has more than ${String(MAX_PARTS)} parts`);
    }
    const part = new PartInProgress(stream);
    this.#part = part;
    stream.on('header', part.takeHead);
    stream.on('data', part.takeBytes);
    stream.on('error', ignore);
    stream.on('end', () => {
      if (this.#part === part) this.#settle();
    });
  }

  /** Tells of the part that has come in; its stream says so later, when others may have begun. */
  #settle(): void {
    const part = this.#part?.whole();
    if (this.#part !== undefined && part === undefined) {
      this.listener.onProblem('has a part that is no plain "form-data" field');
    }
    if (part !== undefined) this.listener.onPart(part);
    this.#part = undefined;
  }
}

const MAX_PARTS = 1_000;

/** No longer is a field where it may be a model, bytes. */
const MAX_VALUE_BYTES = 1_024;

const BOUNDARY = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/gi;

/** The headers of a part, by their names in lower case. */
type PartHead = Readonly<Record<string, readonly string[] | undefined>>;

class PartInProgress {
  #head: PartHead | undefined;
  readonly #stream: NodeJS.ReadableStream;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(stream: NodeJS.ReadableStream) {
    this.#stream = stream;
  }

  readonly takeHead = (head: PartHead): void => {
    this.#head = head;
  };

  readonly takeBytes = (chunk: Buffer): void => {
    if (this.#bytes < MAX_VALUE_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  };

  /** Undefined when it has no plain name. */
  whole(): FormPart | undefined {
    // What the stream would hand over in a later turn is read now.
    while (this.#stream.read() !== null);
    const dispositions = this.#head?.['content-disposition'] ?? [];
    const [disposition = ''] = dispositions;
    const name = dispositions.length === 1 ? plainName(disposition) : undefined;
    if (name === undefined) return undefined;
    const value = Buffer.concat(this.#chunks).subarray(0, MAX_VALUE_BYTES);
    const isFile = FILE_NAME.test(disposition) || this.#isBinary();
    return { name, isFile, value, isCut: this.#bytes > MAX_VALUE_BYTES };
  }

  #isBinary(): boolean {
    const [type = ''] = this.#head?.['content-type'] ?? [];
    return /^application\/octet-stream\s*(;|$)/i.test(type);
  }
}

const FILE_NAME = /;\s*filename\*?\s*=/i;

/** The name of a part, if there is one and every reader reads it alike. */
const plainName = (disposition: string): string | undefined => {
  const isNamedOnce = disposition.match(/;\s*name\s*[=*]/gi)?.length === 1;
  const [, quoted, word] = NAME.exec(disposition) ?? [];
  return isNamedOnce && /^form-data\s*;/i.test(disposition) ? (quoted ?? word) : undefined;
};

/** Without backslashes, which readers take differently. */
const NAME = /;\s*name\s*=\s*(?:"([^"\\]*)"|([^\s;"\\]+))\s*(?:;|$)/i;

const ignore = (): void => undefined;
