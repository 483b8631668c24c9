import { test } from "vitest";
import { shippedFiles, shippedText } from "../support/games.ts";
import { lintVariant } from "../../src/variant/lint-variant.ts";
import { showProblems } from "../../src/problem/show.ts";
const cases: [string,string][] = [
 ['[',"[".repeat(100000)],['- ',"- ".repeat(100000)],['? ',"? ".repeat(100000)],['{',"{".repeat(100000)],['a: [',"a: "+"[".repeat(900000)],
 ['keys',Array.from({length:80000},(_, i)=>`k${i}: 1`).join("\n")],['longscalar',"a: "+"x ".repeat(400000)],
 ['indent',Array.from({length:1200},(_, i)=>" ".repeat(i)+"a:").join("\n")],['indentq',Array.from({length:1200},(_, i)=>" ".repeat(i)+'"a":').join("\n")],['quotes','a: "'+'\\x41'.repeat(240000)+'"'],
 ['!!','!a '.repeat(300000)],['&','&a '.repeat(300000)],['&nl','&a\n'.repeat(300000)],
 ['bomb', 'a: &a ["lol","lol"]\nb: &b [*a,*a,*a]\nc: &c [*b,*b,*b]\nd: [*c,*c]\n<<: *a\n'],
 ['proto','id: x\n__proto__: {a: 1}\nconstructor: 3\ncategories: {prototype: {}}\n'],
 ['nul','id: x\nname: a\u0000b\n'],['bigfile','a'.repeat(1000001)],['esc','id: "a\\0b"\n'],
 ['empty',''],['comment','# nothing\n'],['list','- a\n- b\n'],['scalar','hello\n'],['docs','id: a\n---\nid: b\n'],['docsep','---\nid: a\n'],
 ['tag','id: !!js/function "x"\nname: !foo {de: a, en: b}\n'],['tagstr','id: !!str x\nb: !!binary aGVsbG8=\nc: !!set {a}\nd: ! x\n'],['dup','id: a\nid: b\n'],['bom','\uFEFFid: a\n'],['crlf','id: a\r\nextends: numbers5\r\nname: {de: a}\r\n'],
 ['tabs','id: a\nname:\n\tde: x\n\ten: y\n'],['huge','id: a\ndice: {count: 1e999, sides: 100000}\n'],['huge2','id: a\nextends: numbers5\ndice: {count: 100000, sides: 3.5, keep: .nan}\n'],
 ['path','id: ../../etc\nextends: ../numbers5\n'],['extslash','id: a\nextends: a/b\n'],['num','1: 2\n? [a]\n: b\n'],['syntax','id: a\nname: {de: a\ncat: [1, 2\nx: "abc\n'],['syntax2','id: a\n  b: c\n d: e\nfoo\nbar: baz: x\n@x: 1\n'],
 ['dirs','%YAML 1.1\n---\nid: a\n'],['dirs2','%FOO\nid: a\n'],['docs many', '---\n'.repeat(100000)], ['colons', ':'.repeat(500000)], ['colons2', ': '.repeat(400000)], ['q', '"'.repeat(900001)], ['pipes', 'a: |\n'+' x\n'.repeat(300000)], ['commas', '['+','.repeat(900000)+']'], ['errs', '@\n'.repeat(400000)], ['errs2', '{a: b: c}\n'.repeat(90000)],['errs3', 'a: b: c\n'.repeat(100000)],
 ['flowclose', ']'.repeat(900000)], ['anch', Array.from({length:60000},(_, i)=>`k${i}: &a${i} *a${i-1}`).join("\n")], ['ctrl','id: a\u0085b\n'], ['lone','id: "\\ud800"\n'], ['tmp', 'a: *x\n'],
];
test("x", () => {
  for (const [n, t] of cases) { const s=performance.now(); const p = lintVariant("f.yaml", t, shippedFiles).problems; console.log("######", n, (performance.now()-s).toFixed(0)+"ms", p.length, "\n"+showProblems(p.slice(0,6)).slice(0,2500)); }
}, 600000);
