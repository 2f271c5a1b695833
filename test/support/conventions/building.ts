import { bindingsOf, type Bindings } from './bindings.ts'
import { nodesThat, type Rule } from './rule.ts'
import { written, type Node } from './source.ts'

const PARTS_MAX = 7
const MEMBERS_MAX = 8
/** The settings, the parts and the lifetime. */
const PARAMETERS_MAX = 3

const isOfBuilding = (path: string): boolean => /^src\/service\/build\/[a-z-]+\.ts$/.test(path)

const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : [])

const membersOf = (node: Node): readonly Node[] => listOf((node['body'] as Node)['body'])

const openers: Rule = {
  says: `a function of the building takes ${PARAMETERS_MAX} parameters and ${PARTS_MAX} parts at most`,
  instead: 'take the settings, parts that stand above it, and the lifetime; or cut it in two',
  covers: isOfBuilding,
  offences: (source) =>
    nodesThat(source, (node) => {
      const parameters = listOf(node['params'])
      if (parameters.length > PARAMETERS_MAX) return `${parameters.length} parameters`
      const parts = parameters.map((each) =>
        each.type === 'ObjectPattern' ? listOf(each['properties']).length : 0,
      )
      return Math.max(0, ...parts) > PARTS_MAX && `${Math.max(...parts)} parts`
    }),
  caught: [
    ['src/service/build/a.ts', `export function openA(a: A, b: B, c: C, d: D) {}`],
    ['src/service/build/a.ts', `const openA = (s: S, { a, b, c, d, e, f, g, h }: P, l: L) => a`],
  ],
  spared: [
    ['src/service/build/a.ts', `export function openA(s: S, { a, b, c, d, e, f, g }: P, l: L) {}`],
    ['src/selling/call/a.ts', `export function openA(a: A, b: B, c: C, d: D) {}`],
  ],
}

const members: Rule = {
  says: `a part of the building has ${MEMBERS_MAX} members at most, and is made of ${PARTS_MAX}`,
  instead: 'find the second noun in it, and hand that on as a part of its own',
  covers: isOfBuilding,
  offences: (source) =>
    nodesThat(source, (node) => {
      if (node.type !== 'TSInterfaceDeclaration') return null
      const name = written(node['id'])
      const most = name.endsWith('Parts') ? PARTS_MAX : MEMBERS_MAX
      const count = membersOf(node).length
      return count > most && `${name} has ${count} members`
    }),
  caught: [
    [
      'src/service/build/a.ts',
      `interface A { a: 1; b: 1; c: 1; d: 1; e: 1; f: 1; g: 1; h: 1; i: 1 }`,
    ],
    [
      'src/service/build/a.ts',
      `interface AParts { a: 1; b: 1; c: 1; d: 1; e: 1; f: 1; g: 1; h: 1 }`,
    ],
  ],
  spared: [
    ['src/service/build/a.ts', `interface A { a: 1; b: 1; c: 1; d: 1; e: 1; f: 1; g: 1; h: 1 }`],
  ],
}

const PART = /^(ground|goods|payments|catalog|records|calls|checkout|buying|front|life|parts)\b/
const OPENER = /^open[A-Z]/

const isWhole = ({ type, argument }: Node, bindings: Bindings): boolean =>
  type === 'SpreadElement' &&
  (PART.test(written(argument)) || isOpened(argument as Node | null, bindings))

/** Whether an opener has made it, or what it is the rest of, under whatever name. */
function isOpened(node: Node | null, bindings: Bindings): boolean {
  if (!node) return false
  if (node.type === 'AwaitExpression') return isOpened(node['argument'] as Node, bindings)
  if (node.type === 'CallExpression') return OPENER.test(written(node['callee']))
  if (node.type !== 'Identifier') return false
  const binding = bindings.of(written(node), node)
  return binding !== null && binding.init !== node && isOpened(binding.init, bindings)
}

const wholes: Rule = {
  says: 'a part is handed on whole, and is spread into no other',
  instead: 'name it: `{ ground, payments }`, and ask it by that name',
  covers: isOfBuilding,
  offences(source) {
    const bindings = bindingsOf(source.nodes)
    return nodesThat(source, (node) => {
      if (/^(mergeParts|Object\.assign)$/.test(written(node['callee']))) return 'parts are merged'
      if (node.type !== 'ObjectExpression') return null
      const isSpread = listOf(node['properties']).some((each) => isWhole(each, bindings))
      return isSpread && 'a part is spread'
    })
  },
  caught: [
    ['src/service/build/a.ts', `openA({ ...ground, now })`],
    ['src/service/build/a.ts', `openA({ ...ground.stores, now })`],
    ['src/service/build/a.ts', `const free = mergeParts(told, found)`],
    ['src/service/build/a.ts', `const world = Object.assign({}, ground, records)`],
    ['src/service/build/a.ts', `const open = () => ({ catalog, ...openRecords(ground) })`],
    [
      'src/service/build/a.ts',
      `const a = async () => {\n  const { b, ...rest } = await openB(c)\n  return { ...rest, d: b }\n}`,
    ],
    [
      'src/service/build/a.ts',
      `const a = async () => {\n  const all = await openB(c)\n  const { b, ...rest } = all\n  return { ...rest }\n}`,
    ],
  ],
  spared: [
    ['src/service/build/a.ts', `openA({ ground, payments }, life)`],
    ['src/service/build/a.ts', `const evidence = { ...LIMITS, isShared }`],
    ['src/service/build/a.ts', `const offered = { ...contract, required }`],
    ['src/service/build/a.ts', `const payTo = { evm, ...(svm && { svm }) }`],
    ['src/service/build/a.ts', `const tasks = [...goods.tasks, ...calls.tasks]`],
    ['src/outside/net/a.ts', `const parts = { ...stores, ...records }`],
  ],
}

/** How the service is built. */
export const building: readonly Rule[] = [openers, members, wholes]
