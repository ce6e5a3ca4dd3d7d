import type { RejectionCode } from '../../../core/decision.js';
import { type RouterErrorCode } from '../../http/index.js';
/** What the router itself has to say to a request that no engine answered. */
export type RouterAnswer = Readonly<{
    kind: 'answer';
    status: number;
    code: RouterErrorCode;
    message: string;
}>
/** The client is gone; nobody hears an answer. */
 | Readonly<{
    kind: 'aborted';
}>;
/** The answer with a code; the code tells the status. */
export declare const answerWith: (code: RouterErrorCode, message: string) => RouterAnswer;
export declare const ABORTED: RouterAnswer;
/** The answer to a request that its policy turns away. */
export declare const rejectionAnswer: (code: RejectionCode) => RouterAnswer;
