import * as E from 'fp-ts/lib/Either.js';
import type { CreateView } from '../platform/view-factory.js';
import type { CaseFault } from './case-fault.js';
import { type CaseLine } from './case-line.js';
import { type Case } from './compile-case.js';
/**
 * Reads the cases of one stream of lines, where a `snapshot_ref` stands for the snapshot of an
 * earlier line, also of one that was wrong otherwise. Memory is bounded.
 */
export declare class CaseStream {
    #private;
    readonly createView: CreateView;
    constructor(createView: CreateView);
    /** Reads the line of that number, from 1, or says everything that is wrong with it. */
    read(number: number, json: unknown): E.Either<readonly CaseFault[], CaseLine>;
    /** Makes a line that was read ready to be decided; lines that share a snapshot share its view. */
    compile(line: CaseLine): E.Either<readonly CaseFault[], Case>;
}
