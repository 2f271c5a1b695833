import { toFunctionSelector, type Hex } from 'viem'

const hex = (value: number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0')

/** DUP1, PUSH4 selector, EQ, PUSH2 place, JUMPI. */
const CASE_BYTES = 11
/** JUMPDEST, PUSH2 size, PUSH2 place, PUSH0, CODECOPY, PUSH2 size, PUSH0, RETURN. */
const ANSWER_BYTES = 14
/** The selector to the stack: PUSH0, CALLDATALOAD, PUSH1 e0, SHR. */
const HEAD = '5f3560e01c'
/** PUSH0, PUSH0, REVERT. */
const REFUSE = '5f5ffd'

/** Code of a contract that answers each of these functions the same every time, and no other. */
export function answering(answers: Readonly<Record<string, Hex>>): Hex {
  const cases = Object.entries(answers).map(([signature, data]) => ({
    selector: toFunctionSelector(signature).slice(2),
    data: data.slice(2),
  }))
  const first = (HEAD.length + REFUSE.length) / 2 + cases.length * CASE_BYTES
  let place = first + cases.length * ANSWER_BYTES
  const jumps = cases.map(
    ({ selector }, at) => `8063${selector}1461${hex(first + at * ANSWER_BYTES, 2)}57`,
  )
  const bodies = cases.map(({ data }) => {
    const size = hex(data.length / 2, 2)
    const body = `5b61${size}61${hex(place, 2)}5f3961${size}5ff3`
    place += data.length / 2
    return body
  })
  const code = [HEAD, ...jumps, REFUSE, ...bodies, ...cases.map(({ data }) => data)]
  return `0x${code.join('')}`
}
