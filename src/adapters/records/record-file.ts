import { open, stat, type FileHandle } from 'node:fs/promises';

/** Records hold affinity keys: nobody but the owner reads them. */
const FILE_MODE = 0o600;

const LINE_FEED = 0x0a;

/** Bytes that are read at a time when lines are counted. */
const CHUNK_BYTES = 256 * 1024;

/**
 * A file that lines are appended to, and that knows the number of the next line.
 *
 * The file may have lines when it is opened, may end within one, and may be renamed, removed or
 * cut by a log rotation. One process writes it at a time. Every method rejects with the error of
 * the file system, and may be called again.
 */
export class RecordFile {
  #open: OpenFile | undefined;

  constructor(readonly path: string) {}

  /** Number of the line that is appended next, from 1. */
  get nextNumber(): number {
    const { lineCount, endsInLine } = this.#open ?? EMPTY;
    return lineCount + (endsInLine ? 2 : 1);
  }

  /**
   * Catches up with the file: to be called before lines are numbered, and after an error. True
   * when it is another one than before, and starts over.
   */
  async sync(): Promise<boolean> {
    const isSame = this.#open !== undefined && (await this.#isThere(this.#open));
    if (!isSame) {
      await this.close();
      this.#open = await openRecordFile(this.path);
    }
    await countLines(this.#open!);
    return !isSame;
  }

  /** Appends whole lines. */
  async append(text: string): Promise<void> {
    const file = this.#open!;
    // What a crash left of a line becomes one, and a bad one.
    const bytes = Buffer.from(file.endsInLine ? `\n${text}` : text);
    await file.handle.appendFile(bytes);
    noteBytes(file, bytes);
  }

  async close(): Promise<void> {
    const file = this.#open;
    this.#open = undefined;
    await file?.handle.close();
  }

  async #isThere({ device, inode, sizeBytes }: OpenFile): Promise<boolean> {
    const found = await stat(this.path).catch(() => undefined);
    return found?.dev === device && found.ino === inode && found.size >= sizeBytes;
  }
}

export type OpenFile = {
  readonly handle: FileHandle;
  readonly device: number;
  readonly inode: number;
  /** What has been counted. */
  sizeBytes: number;
  lineCount: number;
  /** The last line has no line feed. */
  endsInLine: boolean;
};

const EMPTY = { lineCount: 0, endsInLine: false };

/** Opens a file to append to and to read. */
export const openRecordFile = async (path: string): Promise<OpenFile> => {
  const handle = await open(path, 'a+', FILE_MODE);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('it is no file');
    return { handle, device: stats.dev, inode: stats.ino, sizeBytes: 0, ...EMPTY };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Counts the lines of what is new in a file. */
const countLines = async (file: OpenFile): Promise<void> => {
  const { size } = await file.handle.stat();
  if (size === file.sizeBytes) return;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (;;) {
    const { bytesRead } = await file.handle.read(chunk, 0, CHUNK_BYTES, file.sizeBytes);
    if (bytesRead === 0) return;
    noteBytes(file, chunk.subarray(0, bytesRead));
  }
};

const noteBytes = (file: OpenFile, bytes: Buffer): void => {
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    file.lineCount++;
  }
  file.sizeBytes += bytes.length;
  file.endsInLine = bytes.at(-1) !== LINE_FEED;
};
