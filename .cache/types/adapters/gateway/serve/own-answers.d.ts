/** What the gateway answers without the router: its models, and how it is. */
import type { ServerResponse } from 'node:http';
import type { ModelDirectory } from '../directory/port.js';
import { type Exchange } from './exchange.js';
/** What these answers need. */
export type OwnAnswerParts = Readonly<{
    directory: ModelDirectory;
    /** Shown as the time the models were made, which nobody knows. */
    createdSeconds: number;
}>;
/** `GET /v1/models`: what the caller's key opens. */
export declare const answerModelList: ({ directory, createdSeconds }: OwnAnswerParts, exchange: Exchange) => Promise<void>;
/** `GET /v1/models/ID`: one of them. */
export declare const answerModel: ({ directory, createdSeconds }: OwnAnswerParts, exchange: Exchange, model: string) => Promise<void>;
/** `GET /healthz` and `/readyz`. */
export declare const answerProbe: (response: ServerResponse, isWell: boolean) => void;
