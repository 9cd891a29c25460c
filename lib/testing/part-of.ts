type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: DeepPartial<T[Name]> | undefined }
    : T;

/** A declared answer of which a test states only what it is about. */
export function partOf<T>(stated: DeepPartial<T>): T {
  return stated as T;
}
