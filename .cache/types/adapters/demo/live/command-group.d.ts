/** Commands of this program that run as processes of their own, and end with this one. */
import { type ChildProcess } from 'node:child_process';
/** A command that was started. */
export type RunningCommand = Readonly<{
    /** The line it printed on standard output when it listened. */
    line: string;
    /** Base URL: the first address in that line. */
    url: string;
    child: ChildProcess;
    /** Ends it as a crash would; resolves when it is gone. */
    kill: () => Promise<void>;
}>;
/** What a command is started with. */
export type CommandOptions = Readonly<{
    /** Command line after the script. */
    args: readonly string[];
    /** Added to the environment of this process, of which settings of servers are left out. */
    environment?: Readonly<Record<string, string>>;
    /** Takes every line it prints, on either output. */
    onLine?: (line: string) => void;
}>;
/** Starts commands, and ends them all. */
export type CommandGroup = Readonly<{
    /** Resolves when the command listens; rejects when it ends instead, or takes too long. */
    start: (options: CommandOptions) => Promise<RunningCommand>;
    /** Ends all of them at once; resolves when they are gone. */
    close: () => Promise<void>;
}>;
/**
 * Makes a group that runs `script`, the program itself.
 *
 * However this process ends, the commands end with it, unless it is killed beyond notice.
 */
export declare const createCommandGroup: (script: string) => CommandGroup;
