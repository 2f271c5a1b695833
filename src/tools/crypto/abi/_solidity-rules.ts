export type Severity = 'high' | 'medium' | 'low' | 'info'

export interface Rule {
  readonly rule: string
  readonly severity: Severity
  readonly advice: string
  /** Whether a node shows it. */
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
  /** Oldest compiler that the pragma lets in, such as 0.7. */
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
      'tx.origin is whoever began the transaction; a contract in between is not seen. Check msg.sender.',
    shows: (node) => node.type === 'MemberAccess' && pathOf(node) === 'tx.origin',
  },
  {
    rule: 'selfdestruct',
    severity: 'high',
    advice:
      'Whoever may call this takes all ether. Since the Cancun fork code stays, except in the transaction that made it.',
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
      'A low-level call answers false where it fails. Check the answer, or use a library that does.',
    shows: (node, { isStatement }) =>
      isStatement && calls(node, /\.(call|send|delegatecall|staticcall)$/),
  },
  {
    rule: 'unchecked-token-transfer',
    severity: 'medium',
    advice:
      'Some tokens answer false in place of a revert, and some answer nothing. Use safeTransfer.',
    shows: (node, { isStatement }) =>
      isStatement &&
      calls(node, /\.(transferFrom|transfer|approve)$/) &&
      (node['arguments'] as readonly unknown[]).length > 1,
  },
  {
    rule: 'unprotected-ether',
    severity: 'medium',
    advice:
      'Anybody may call this function, and it sends ether. Check who calls, or what they are owed.',
    shows: (node, { definition }) =>
      isOpen(definition) && calls(node, /\.(transfer|send|call)$/) && sendsEther(node),
  },
  {
    rule: 'weak-randomness',
    severity: 'medium',
    advice:
      'Who proposes the block chooses this value. Use a commit scheme or an oracle of randomness.',
    shows: (node) =>
      calls(node, /^blockhash$/) ||
      (node.type === 'MemberAccess' &&
        /^block\.(difficulty|prevrandao|coinbase)$/.test(pathOf(node))),
  },
  {
    rule: 'timestamp',
    severity: 'info',
    advice: 'block.timestamp may be some seconds off: fine for days, not for odds.',
    shows: (node) =>
      (node.type === 'MemberAccess' && pathOf(node) === 'block.timestamp') ||
      (node.type === 'Identifier' && node['name'] === 'now'),
  },
  {
    rule: 'packed-hash',
    severity: 'medium',
    advice:
      'Two values of no fixed length run together: other values have the same hash. Use abi.encode.',
    shows: (node) =>
      calls(node, /^abi\.encodePacked$/) && (node['arguments'] as readonly unknown[]).length > 1,
  },
  {
    rule: 'ecrecover',
    severity: 'medium',
    advice:
      'ecrecover answers the zero address for a wrong signature and takes two forms of each. Check both.',
    shows: (node) => calls(node, /^ecrecover$/),
  },
  {
    rule: 'assembly',
    severity: 'info',
    advice: 'Inline assembly goes past the checks of the compiler; read it by hand.',
    shows: (node) => node.type === 'InlineAssemblyStatement',
  },
  {
    rule: 'unchecked-block',
    severity: 'info',
    advice: 'Arithmetic in here wraps around in silence.',
    shows: (node) => node.type === 'UncheckedStatement',
  },
  {
    rule: 'send-or-transfer',
    severity: 'low',
    advice:
      'These hand on 2,300 gas, which some wallets exceed. Use call, after the state is written.',
    shows: (node) =>
      calls(node, /\.(send|transfer)$/) && (node['arguments'] as readonly unknown[]).length === 1,
  },
  {
    rule: 'floating-pragma',
    severity: 'info',
    advice: 'Several compilers fit; name the one that was tested.',
    shows: (node) =>
      node.type === 'PragmaDirective' &&
      node['name'] === 'solidity' &&
      /[\^>~*x]/.test(String(node['value'])),
  },
  {
    rule: 'old-compiler',
    severity: 'medium',
    advice: 'Before 0.8 arithmetic wraps around in silence.',
    shows: (node, { minor }) =>
      node.type === 'PragmaDirective' && node['name'] === 'solidity' && minor !== null && minor < 8,
  },
  {
    rule: 'default-visibility',
    severity: 'medium',
    advice: 'Without a word on visibility, old compilers make a function public.',
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
