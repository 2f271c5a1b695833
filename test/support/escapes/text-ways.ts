/** Set by whatever turns a text of a caller into a program of ours. */
const SET = 'globalThis.escaped=1'

/**
 * Texts that an engine for expressions, templates, queries or markup may take for something to
 * run, to include or to write on a prototype. `canary` is the path of a file with a secret.
 */
export const textWays = (canary: string): readonly string[] => [
  ...PROGRAMS,
  ...PROTOTYPES,
  ...inclusions(canary),
]

/** Those that a plain evaluation runs. */
export const EVALUATED: readonly string[] = [
  `[].constructor.constructor('${SET}')()`,
  `constructor.constructor("${SET}")()`,
  `(function(){}).constructor('${SET}')()`,
  `"".sub.constructor("${SET}")()`,
  `\`\${${SET}}\``,
]

const PROGRAMS: readonly string[] = [
  ...EVALUATED,
  `import("data:text/javascript,${SET}")`,
  `cos.constructor("${SET}")()`,
  `f(x)=cos.constructor("${SET}")();f(1)`,
  `$.constructor.constructor("${SET}")()`,
  `$lookup($sum,"constructor")("${SET}")()`,
  `$[?(@.constructor.constructor("${SET}")())]`,
  `{{constructor.constructor("${SET}")()}}`,
  `{{#constructor}}{{#constructor}}${SET}{{/constructor}}{{/constructor}}`,
  `{{=<% %>=}}<% constructor.constructor %>`,
  `<%= ${SET} %>`,
  `#{${SET}}`,
  `!!js/function "function(){${SET}}"`,
  `a: !!js/undefined ''\nb: !<tag:yaml.org,2002:js/function> function(){${SET}}`,
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="${SET}"><script>${SET}</script></svg>`,
  `<script>${SET}</script><img src=x onerror="${SET}">`,
  `[a](javascript:${SET})`,
  `)] | env | [(`,
  `process.env`,
]

const PROTOTYPES: readonly string[] = [
  '{"__proto__":{"escaped":1}}',
  '{"constructor":{"prototype":{"escaped":1}}}',
  '[{"op":"add","path":"/__proto__/escaped","value":1}]',
  '__proto__[escaped]=1&constructor[prototype][escaped]=1',
  '__proto__.escaped = 1\n[constructor.prototype]\nescaped = 1\n',
  '__proto__:\n  escaped: 1\n',
  '[__proto__]\nescaped=1\n',
  '__proto__,constructor\n"{""escaped"":1}",1\n',
  '<__proto__><escaped>1</escaped></__proto__>',
  '__proto__',
  'constructor.prototype.escaped',
]

const inclusions = (canary: string): readonly string[] => [
  `<!DOCTYPE a [<!ENTITY x SYSTEM "file://${canary}">]><a>&x;</a>`,
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image href="file://${canary}" xlink:href="${canary}" width="9" height="9"/></svg>`,
  `include "${canary}"; .`,
  `{{> ${canary}}}`,
  `{"$ref":"file://${canary}"}`,
  `attach '${canary}' as x; select readfile('${canary}')`,
  `copy t from '${canary}'`,
  `@import url("file://${canary}");`,
  `![x](file://${canary})`,
  `file://${canary}`,
  canary,
]
