const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const WORD =
  /^(?:[A-Za-z]?[a-z]{0,20}|[A-Z]{1,20}|\d{1,4}[a-z]?|[a-z]{1,12}\d{1,3}[a-z]?|[A-Z]{1,8}\d{1,3}|[A-Z][a-z]{1,11}\d{1,3}|[A-Za-z][a-z]{1,20}(?:[A-Z]{1,3}[a-z]{2,20}\d?){1,5}\d{0,2}|[A-Z]{2,8}\d{0,3}(?:[A-Z][a-z]{2,20}){1,4})$/;

export function isPlainName(text: string): boolean {
  return (
    /^[\d.,:%+-]+[a-z]{0,4}$/i.test(text) ||
    /^[./~$@#%]|:\/\/|\.\.\.|\w\.\w+\(|::|->|\$\{|\.[a-z]\w{0,4}(?::\d+){1,2}:?$/.test(text) ||
    (text.length > 40 && text.replace(UUID, "") !== text && /[a-z]{3}/i.test(text.replace(UUID, ""))) ||
    text.split(/[-_./:@+]/).every((part) => WORD.test(part))
  );
}
