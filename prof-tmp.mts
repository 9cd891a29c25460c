import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { scanner } from "./lib/redaction/classes";
import { NO_RULES } from "./lib/redaction/custom";
import { scanText } from "./lib/redaction/scan-text";
const TRACES="/work/shared/traces";
function filesBelow(f:string):string[]{return readdirSync(f,{withFileTypes:true}).flatMap(e=>e.isDirectory()?filesBelow(path.join(f,e.name)):/\.(?:jsonl?|txt|md)$/.test(e.name)?[path.join(f,e.name)]:[]);}
function textsIn(v:any,t:string[]){ if(typeof v==="string")t.push(v); else if(v&&typeof v==="object") for(const i of Object.values(v)) textsIn(i,t);}
const scan=scanner(NO_RULES); let chars=0, dd=0; const seen=new Set<string>();
for(const f of filesBelow(TRACES)){ const texts:string[]=[]; for(const l of readFileSync(f,"utf8").slice(0,150000).split("\n")) try{textsIn(JSON.parse(l),texts)}catch{texts.push(l)}
 const t=texts.join("\n"); chars+=t.length; for(const line of t.split("\n")) if(!seen.has(line)){seen.add(line); dd+=line.length;}
 [...scanText(t,scan)]; }
console.log(chars,dd);
