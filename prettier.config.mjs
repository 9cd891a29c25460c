/** @type {import("prettier").Config} */
const config = { printWidth: 110, singleQuote: false, trailingComma: "all", proseWrap: "preserve" };

export default config;
