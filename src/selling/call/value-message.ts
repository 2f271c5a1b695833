import { randomUUID } from 'node:crypto'
import { badInput, Fault } from '../../base/core/fault.ts'
import { KB } from '../../base/lib/fields.ts'
import { cutLarge, type CutValue, type JsonPath } from '../../base/lib/json-cut.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { scanJson } from '../../base/lib/json-scan.ts'
import { SMALL_BODY } from './input-bounds.ts'

/** No JSON has such a member. */
const TAKEN = Symbol('taken out of its message')

/**
 * The input of a tool as JSON, where it is too large to be parsed on the event loop, and the JSON
 * Pointer of its place in the message that brought it.
 */
export interface InputText extends CutValue {
  readonly [TAKEN]: true
}

const inputText = (json: string, at: string): InputText => ({ [TAKEN]: true, json, at })

export const isInputText = (value: unknown): value is InputText =>
  isObject(value) && Object.hasOwn(value, TAKEN)

export interface Message {
  /** The message as JSON without its large inputs. */
  readonly text: string
  readonly value: unknown
  /** The same value, or the large input that stood in its place. */
  inputOf(value: unknown): unknown
}

/** Of a message without its large inputs: a protocol itself needs a few hundred values. */
const BOUNDS = { ...SMALL_BODY, depthMax: 100 }
const LARGE_FROM = 4 * KB
/** No sender can know it, so no message names an input that is not its own. */
const MARK = randomUUID()

/** Schemas find a text in place of a text, and an object in place of any other value. */
const MARKING = {
  largeFrom: LARGE_FROM,
  markOf: ({ json }: CutValue, index: number): string =>
    json.startsWith('"') ? `"${MARK} ${index}"` : `{"${MARK}":${index}}`,
}

function indexIn(sent: unknown): number {
  if (typeof sent === 'string') return sent.startsWith(MARK) ? Number(sent.slice(MARK.length)) : -1
  return isObject(sent) && Object.hasOwn(sent, MARK) ? Number(sent[MARK]) : -1
}

/**
 * Reads a message of a protocol that carries values. Only the inputs of tools, at these paths, may
 * be large; they are not parsed here. Null for a text that is no JSON.
 */
export function readMessage(
  text: string,
  inputs: readonly JsonPath[],
  { what, at = '' }: { readonly what: string; readonly at?: string },
): Message | null {
  const { text: rest, cuts } = cutLarge(text, inputs, MARKING)
  const { bytesMax, valuesMax, depthMax } = BOUNDS
  const bytes = Buffer.from(rest)
  if (bytes.length > bytesMax)
    throw new Fault(
      'body_too_large',
      `${what} must be at most ${bytesMax} bytes besides the inputs of tools.`,
    )
  if (scanJson(BOUNDS).see(bytes) !== null)
    throw badInput(
      `${what} must hold at most ${valuesMax} values, ${depthMax} deep, besides the inputs of tools.`,
    )
  const value = parseJson(rest)
  if (value === undefined) return null
  return {
    text: rest,
    value,
    inputOf(sent) {
      const cut = cuts[indexIn(sent)]
      return cut ? inputText(cut.json, at + cut.at) : sent
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A text that holds an object as JSON; what it holds may be large. */
export function inputInText(field: string, { json, at }: InputText): InputText {
  const text = json.startsWith('"') ? textIn(field, json) : json
  if (!text.trimStart().startsWith('{')) throw badInput(`${field}: must be an object.`)
  return inputText(text, at)
}

/** What a text says whose JSON was taken out of a message. */
export function textIn(field: string, json: string): string {
  const text = parseJson(json)
  if (typeof text === 'string') return text
  throw badInput(`${field}: is not valid JSON.`)
}
