import type { Dispatcher } from 'undici';
import { type RawHeaders } from '../../http/index.js';
import type { SendOutcome } from '../routing/send.js';
/** Where the body of a response goes. */
export type BodySink = Readonly<{
    /** False: no more until `onDrained` is called. */
    write: (chunk: Buffer, onDrained: () => void) => boolean;
    end: () => void;
    /** The response broke off. */
    fail: () => void;
}>;
/** A response whose body waits until it is piped somewhere or discarded. */
export type EngineResponse = Readonly<{
    status: number;
    /** As they stood on the wire, one character per byte. */
    headers: RawHeaders;
    pipe: (sink: BodySink) => void;
}>;
/**
 * One request on its way to an engine and its response on the way back, as a handler of undici.
 *
 * undici calls `onRequestStart` when a connection is there and before it writes to it: what fails
 * earlier, the engine has not seen; of what fails later, it may have seen everything.
 */
export declare class EngineExchange implements Dispatcher.DispatchHandler {
    #private;
    readonly signal: AbortSignal | undefined;
    readonly outcome: Promise<SendOutcome<EngineResponse>>;
    constructor(signal: AbortSignal | undefined);
    onRequestStart(controller: Dispatcher.DispatchController): void;
    onResponseStart(controller: Dispatcher.DispatchController, status: number): void;
    onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void;
    onResponseEnd(): void;
    onResponseError(_controller: unknown, error: Error): void;
}
