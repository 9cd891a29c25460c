/** How options stand in the configuration of a vendor's program. Plain JSON, so that pages can have it too. */
export type VendorConfiguration =
  /** An object below some keys of a file or a request. `listed`: it is an item of a list there, whose type begins so. */
  | {
      readonly write: "json";
      readonly place: string;
      readonly under: readonly string[];
      readonly listed?: string;
    }
  | { readonly write: "yaml"; readonly place: string; readonly under: readonly string[] }
  /** `first` are entries that stand before the options. */
  | {
      readonly write: "toml";
      readonly place: string;
      readonly section?: string;
      readonly first?: Readonly<Record<string, string>>;
    }
  | { readonly write: "flags"; readonly command: string }
  /** Arguments of a call in a program. They replace `…` in the pattern. `names` are identifiers, not strings. */
  | {
      readonly write: "typescript" | "python";
      readonly pattern: string;
      readonly names?: readonly string[];
    };
