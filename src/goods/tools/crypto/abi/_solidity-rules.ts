export type Severity = 'high' | 'medium' | 'low' | 'info'

export interface Rule {
  readonly rule: string
  readonly severity: Severity
  readonly advice: string
  /** Whether the rule finds its danger at this node. */
  shows(node: Node, within: Within): boolean
}

/** The tree as it is read here: every node has a type, and members by name. */
export interface Node {
  readonly type: string
  readonly [name: string]: unknown
}

export interface Within {
  /** The function around the node, if any. */
  readonly definition: Node | null
  /** Oldest compiler that the pragma allows, such as 0.7. */
  readonly minor: number | null
  readonly isStatement: boolean
}

const is = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** `a.b` of a member access, and `f` of a call. */
function pathOf(node: unknown): string {
  if (!is(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'MemberAccess')
    return `${pathOf(node['expression'])}.${String(node['memberName'])}`
  if (node.type === 'NameValueExpression') return pathOf(node['expression'])
  return ''
}

const calls = (node: Node, name: RegExp): boolean =>
  node.type === 'FunctionCall' && name.test(pathOf(node['expression']))

const isOpen = (definition: Node | null): boolean =>
  definition !== null &&
  ['public', 'external', 'default'].includes(String(definition['visibility'])) &&
  (definition['modifiers'] as readonly unknown[]).length === 0 &&
  !definition['isConstructor']

export const RULES: readonly Rule[] = [
  {
    rule: 'tx-origin',
    severity: 'high',
    advice:
      'tx.origin is the account that began the transaction, not a contract that calls in between. Check msg.sender.',
    shows: (node) => node.type === 'MemberAccess' && pathOf(node) === 'tx.origin',
  },
  {
    rule: 'selfdestruct',
    severity: 'high',
    advice:
      'Anybody who may call this takes all ether. Since the Cancun fork the code stays, except in the transaction that created it.',
    shows: (node) => calls(node, /^(selfdestruct|suicide)$/),
  },
  {
    rule: 'delegatecall',
    severity: 'high',
    advice:
      "The called code writes this contract's storage. Its address must not come from callers.",
    shows: (node) =>
      node.type === 'MemberAccess' && /^(delegatecall|callcode)$/.test(String(node['memberName'])),
  },
  {
    rule: 'unchecked-call',
    severity: 'medium',
    advice:
      'A low-level call returns false when it fails. Check the result, or use a library that does.',
    shows: (node, { isStatement }) =>
      isStatement && calls(node, /\.(call|send|delegatecall|staticcall)$/),
  },
  {
    rule: 'unchecked-token-transfer',
    severity: 'medium',
    advice:
      'Some tokens return false instead of reverting, and some return nothing. Use safeTransfer.',
    shows: (node, { isStatement }) =>
      isStatement &&
      calls(node, /\.(transferFrom|transfer|approve)$/) &&
      (node['arguments'] as readonly unknown[]).length > 1,
  },
  {
    rule: 'unprotected-ether',
    severity: 'medium',
    advice:
      'Anybody may call this function, and it sends ether. Check the caller, or what the caller is owed.',
    shows: (node, { definition }) =>
      isOpen(definition) && calls(node, /\.(transfer|send|call)$/) && sendsEther(node),
  },
  {
    rule: 'weak-randomness',
    severity: 'medium',
    advice:
      'The proposer of the block chooses this value. Use a commit scheme or a randomness oracle.',
    shows: (node) =>
      calls(node, /^blockhash$/) ||
      (node.type === 'MemberAccess' &&
        /^block\.(difficulty|prevrandao|coinbase)$/.test(pathOf(node))),
  },
  {
    rule: 'timestamp',
    severity: 'info',
    advice:
      'block.timestamp may be off by some seconds: precise enough for days, not for random numbers.',
    shows: (node) =>
      (node.type === 'MemberAccess' && pathOf(node) === 'block.timestamp') ||
      (node.type === 'Identifier' && node['name'] === 'now'),
  },
  {
    rule: 'packed-hash',
    severity: 'medium',
    advice:
      'Two values of variable length are joined, so other values can have the same hash. Use abi.encode.',
    shows: (node) =>
      calls(node, /^abi\.encodePacked$/) && (node['arguments'] as readonly unknown[]).length > 1,
  },
  {
    rule: 'ecrecover',
    severity: 'medium',
    advice:
      'ecrecover returns the zero address for a wrong signature, and accepts two forms of each signature. Check both.',
    shows: (node) => calls(node, /^ecrecover$/),
  },
  {
    rule: 'assembly',
    severity: 'info',
    advice: 'Inline assembly bypasses the checks of the compiler. Review it by hand.',
    shows: (node) => node.type === 'InlineAssemblyStatement',
  },
  {
    rule: 'unchecked-block',
    severity: 'info',
    advice: 'Arithmetic in this block wraps around without an error.',
    shows: (node) => node.type === 'UncheckedStatement',
  },
  {
    rule: 'send-or-transfer',
    severity: 'low',
    advice:
      'These calls pass on only 2,300 gas, which some wallets exceed. Use call, after the state is written.',
    shows: (node) =>
      calls(node, /\.(send|transfer)$/) && (node['arguments'] as readonly unknown[]).length === 1,
  },
  {
    rule: 'floating-pragma',
    severity: 'info',
    advice: 'Several compiler versions fit. Name the one that was tested.',
    shows: (node) =>
      node.type === 'PragmaDirective' &&
      node['name'] === 'solidity' &&
      /[\^>~*x]/.test(String(node['value'])),
  },
  {
    rule: 'old-compiler',
    severity: 'medium',
    advice: 'Before 0.8, arithmetic wraps around without an error.',
    shows: (node, { minor }) =>
      node.type === 'PragmaDirective' && node['name'] === 'solidity' && minor !== null && minor < 8,
  },
  {
    rule: 'default-visibility',
    severity: 'medium',
    advice: 'Old compilers make a function public when no visibility is given.',
    shows: (node) =>
      node.type === 'FunctionDefinition' &&
      node['visibility'] === 'default' &&
      !node['isConstructor'] &&
      !node['isFallback'] &&
      !node['isReceiveEther'] &&
      node['body'] !== null &&
      node['name'] !== null,
  },
]

function sendsEther(node: Node): boolean {
  const callee = node['expression']
  if (!is(callee)) return false
  if (callee.type === 'NameValueExpression') return true
  return (
    /\.(transfer|send)$/.test(pathOf(callee)) &&
    (node['arguments'] as readonly unknown[]).length === 1
  )
}

export { is as isNode, pathOf }
