import type { TableData } from "./table-data";

export interface LinkedCell {
  readonly text: string;
  readonly href: string | null;
}

/** A table whose cells can lead somewhere. `data` is the same for exports. */
export interface LinkedTable {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly columns: readonly { readonly label: string; readonly numeric: boolean }[];
  readonly rows: readonly {
    readonly key: string;
    readonly turn: number | null;
    readonly cells: readonly LinkedCell[];
  }[];
  readonly data: TableData;
}
