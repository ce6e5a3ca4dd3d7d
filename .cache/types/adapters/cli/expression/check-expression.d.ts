type Options = Readonly<{
    config: string | undefined;
    model: string | undefined;
    json: boolean;
}>;
/**
 * Prints the verdict on an expression: on its format only, or, with a model, on its meaning too.
 *
 * Exit status 0 when it is accepted, 1 when it is refused, 2 when the lb-config is unusable.
 */
export declare const checkExpression: (text: string, { config, model, json }: Options) => Promise<void> | void;
export {};
