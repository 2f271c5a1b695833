import { ACTIONS, ACTIONS_TO, OWNED } from './tables/actions.ts'
import { termOf } from './terms.ts'

const list = (words: string): readonly string[] => words.trim().split(/\s+/)

const ALONE: ReadonlySet<string> = new Set(list(ACTIONS))
const WITH_OBJECT: ReadonlySet<string> = new Set(list(ACTIONS_TO))

/** Polite words before the verb of a question. */
const OPENING =
  /^(?:please|kindly|(?:can|could|would|will) you|i(?:['’]d| would)? (?:want|need|like) (?:you )?to|(?:want|need) to|help me(?: to)?|how (?:do|can|could|should) (?:i|we|you)|how to|let['’]?s|let us|just)\s+/u
const OBJECT = /^(?:an?|the|my|our|your|his|her|their|me|us|him|them|some|two|to|on|with|it|and)$/u
const SWITCHED = /^(?:turn|switch) (?:on|off|up|down)\b/u
/** Matches `my phone`, but not `my phone number`. */
const OF_MINE = new RegExp(
  `\\b(?:my|our) (?:${list(OWNED).join('|')})(?=$|[.,;!?]| (?:a|about|and|at|for|from|in|is|of|on|over|that|the|to|while|with)\\b)`,
  'u',
)

/** An action in the real world that a question asks for. */
export interface Action {
  /** Null if its object is something that no tool can know, such as `my phone`. */
  readonly term: string | null
}

/**
 * The action with which a question begins, such as `send` of `please send a letter`. A tool that
 * knows all about letters but sends none does not answer the question.
 */
export function actionIn(question: string): Action | null {
  const asked = opened(question)
  const [, verb = '', next = ''] = /^(\p{L}+)\s+(\S+)/u.exec(asked) ?? []
  if (ALONE.has(verb)) return { term: termOf(verb) }
  if (WITH_OBJECT.has(verb) && OBJECT.test(next)) return { term: termOf(verb) }
  return SWITCHED.test(asked) || OF_MINE.test(asked) ? { term: null } : null
}

function opened(question: string): string {
  const rest = question.trim().toLowerCase()
  const after = rest.replace(OPENING, '')
  return after === rest ? rest : opened(after)
}

/** The actions of a document: those in its questions, and the last word of its name. */
export function actionsOf(name: string, asks: readonly string[]): ReadonlySet<string> {
  const asked = asks.flatMap((ask) => actionIn(ask)?.term ?? [])
  const last = name.slice(name.lastIndexOf('-') + 1)
  // `send` names an action, `posts` are things.
  return new Set(last.endsWith('s') ? asked : [...asked, termOf(last)])
}
