/** The room around every plot, so that charts stacked above one another share one x axis to the pixel. */
export const PLOT_LEFT = 52;
export const PLOT_RIGHT = 10;
