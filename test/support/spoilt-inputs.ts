import { inputShape } from '../../src/base/core/shape.ts'
import type { Tool } from '../../src/base/core/tool.ts'

/** Beginnings of every format, and values of every type. */
const KINDS: readonly (readonly unknown[])[] = [
  ['', ' ', '{', '[', '<', '{"a":', '---\n', 'BEGIN:VCALENDAR', 'a,b\n1', '=', '\\', '$', '$[?'],
  ['.a|', 'UEsDBA==', 'e1xydGY=', 'AAAA', '////', 'é漢😀', 'x'.repeat(5_000), '<a>'.repeat(50)],
  ['[['.repeat(40), '\uFEFF', '%YAML 1.2', '"', "'", '```', 'WEBVTT\n\n', 'POINT(', 'From: a\n\n'],
  ['{{#a}}', '{{', '(a+)+$', '\\u', '\ud800', '\0', '\u202e', '👩‍👩‍👧', '@@ -1 +1 @@\n', '%', '"\''],
  ['-1', '0', '0.5', '1e30', '9'.repeat(90), '0x1f', 'NaN', 'Infinity', '2026-02-30'],
  [-1, 0, 1, 1e15, 0.5, null, true, [], {}, [1], [{}], [[]], [null], ['a'], { constructor: 1 }],
  [{ a: { b: [1, null, 'x'] } }, [{ a: 1, b: null }, { a: 'x' }], { type: 'Point' }],
]
const ODD = KINDS.flat()

/** An example with one or two of its fields spoilt. */
export function spoilt(tool: Tool, draw: (limit: number) => number): Record<string, unknown> {
  const { examples } = tool.spec
  const input = { ...(examples[draw(examples.length)]?.input as Record<string, unknown>) }
  const names = Object.keys(inputShape(tool).properties)
  for (let times = 0; times <= draw(2); times += 1) {
    const name = names[draw(names.length)] ?? ''
    const value = ODD[draw(ODD.length)]
    const before = input[name]
    if (typeof before === 'string' && typeof value === 'string' && draw(2) === 0) {
      const at = draw(before.length)
      input[name] = before.slice(0, at) + value.slice(0, 40) + before.slice(at + draw(6))
    } else input[name] = value
  }
  return input
}
