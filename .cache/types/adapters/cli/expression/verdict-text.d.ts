import { type ExpressionRejection, type ParsedExpression, type ResolvedExpression } from '../../../expression/index.js';
/** The verdict on a well-formed expression whose meaning was not asked for. */
export declare const wellFormedText: ({ text, parameters }: ParsedExpression) => string;
export declare const acceptedText: ({ canonical, warnings }: ResolvedExpression) => string;
export declare const rejectedText: (text: string, rejection: ExpressionRejection) => string;
