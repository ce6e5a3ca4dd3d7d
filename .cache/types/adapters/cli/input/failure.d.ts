/** Why a command ends early. */
export type Failure = Readonly<{
    /** 1: what was given is wrong; 2: the command cannot be run as asked. */
    exitStatus: 1 | 2;
    messages: readonly string[];
}>;
export declare const failure: (exitStatus: 1 | 2, ...messages: readonly string[]) => Failure;
/** Tells the failure on standard error and sets the exit status. */
export declare const reportFailure: ({ exitStatus, messages }: Failure) => void;
