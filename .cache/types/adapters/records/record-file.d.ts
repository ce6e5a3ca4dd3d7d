import { type FileHandle } from 'node:fs/promises';
/**
 * A file that lines are appended to, and that knows the number of the next line.
 *
 * The file may have lines when it is opened, may end within one, and may be renamed, removed or
 * cut by a log rotation. One process writes it at a time. Every method rejects with the error of
 * the file system, and may be called again.
 */
export declare class RecordFile {
    #private;
    readonly path: string;
    constructor(path: string);
    /** Number of the line that is appended next, from 1. */
    get nextNumber(): number;
    /**
     * Catches up with the file: to be called before lines are numbered, and after an error. True
     * when it is another one than before, and starts over.
     */
    sync(): Promise<boolean>;
    /** Appends whole lines. */
    append(text: string): Promise<void>;
    close(): Promise<void>;
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
/** Opens a file to append to and to read. */
export declare const openRecordFile: (path: string) => Promise<OpenFile>;
