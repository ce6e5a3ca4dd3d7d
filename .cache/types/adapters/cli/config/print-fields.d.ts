/** Prints the field table. */
export declare const printFields: ({ json }: {
    json: boolean;
}) => void;
