/** Watches the commands of one connection, whose answers come in order. */
export type StallGuard = Readonly<{
    /** A command was sent. */
    begin: () => void;
    /** A command is over: answered by the server, or given up before it was sent. */
    end: (how: 'answered' | 'dropped') => void;
}>;
/**
 * Calls `onStall` when commands are waiting and none was answered for `stallMs`.
 *
 * A frozen host or a cut line leaves a TCP connection open for many minutes, and writing to it
 * goes on working; only missing answers tell.
 */
export declare const createStallGuard: (stallMs: number, onStall: () => void) => StallGuard;
