import type { ExpressionRejection, ParsedExpression, ResolvedExpression } from '../../../expression/index.js';
/** The verdict on a well-formed expression whose meaning was not asked for. */
export declare const wellFormedJson: ({ text, method, parameters }: ParsedExpression) => string;
export declare const acceptedJson: ({ canonical, warnings }: ResolvedExpression) => string;
export declare const rejectedJson: (rejection: ExpressionRejection) => string;
