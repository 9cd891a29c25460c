/** Margins of every plot, in pixels. Equal margins let stacked charts share one x axis. */
export const PLOT_LEFT = 52;
export const PLOT_RIGHT = 10;
