import { inSource, isTest, nodesThat, type Rule } from './rule.ts'
import { written, type Node } from './source.ts'

/** What was done to something: as the name of a function it does not say what comes back. */
const DONE = new Set(['told', 'parsed', 'decoded', 'named', 'shown', 'refused', 'written'])

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

/** The name of a function where it is declared; null at all other nodes. */
function declaredName(node: Node): string | null {
  const { type } = node
  if (type === 'FunctionDeclaration' || type === 'TSDeclareFunction') return written(node['id'])
  if (type === 'TSMethodSignature') return written(node['key'])
  const made = type === 'VariableDeclarator' ? (node['init'] as Node | null) : null
  return made && FUNCTIONS.has(made.type) ? written(node['id']) : null
}

/** How functions are called. */
export const functionNames: readonly Rule[] = [
  {
    says: 'a function is called by a verb, or by what it answers',
    instead: 'say what it does or answers: parseJson, sentenceOf, x402Fault',
    covers: (path) => inSource(path) && !isTest(path),
    offences: (source) =>
      nodesThat(source, (node) => {
        const name = declaredName(node)
        return name !== null && DONE.has(name) && `a function is called ${name}`
      }),
    caught: [
      ['src/selling/call/a.ts', `export function refused(why: string): Fault {}`],
      ['src/selling/call/a.ts', `const told = (sent: Mined): string => sent.state`],
      ['src/outside/net/a.ts', `const parsed = async <T>(text: string) => JSON.parse(text)`],
      ['src/outside/net/a.ts', `export interface A { told(proof: string): Promise<Fault> }`],
      ['src/stores/a.ts', `export async function* written() {}`],
      ['src/front/pages/web/a.ts', `const shown = function () {}`],
    ],
    spared: [
      ['src/selling/call/a.ts', `export const refusedBy = (code: string): Fault => x`],
      ['src/selling/call/a.ts', `const parsed = JSON.parse(text)`],
      ['src/selling/call/a.ts', `const named = list.map((each) => each.name)`],
      ['src/selling/call/a.ts', `const said = { told: true, refused: count(a) }`],
      ['src/capabilities/upstreams/a.ts', `const api = { async named(word: string) {} }`],
      ['src/selling/call/a.ts', `export interface A { readonly told: string }`],
      ['src/selling/call/a.test.ts', `const parsed = (text: string) => JSON.parse(text)`],
    ],
  },
]
