import type { CheerioAPI } from 'cheerio'
import { select } from 'cheerio-select'
import * as DomUtils from 'domutils'
import { badInput } from '../../base/core/fault.ts'
import type { Tag } from './tags.ts'

type Adapter = typeof DomUtils

/**
 * The most steps of the matcher, such as reading a name or a parent: they take one to two seconds.
 */
const STEPS_MAX = 60_000_000
/** To read a letter of a text, its nodes among them. */
const LETTER_STEPS = 4

const WRONG = 'selector: must be a CSS selector such as "ul > li.item", without ::parts'
const SLOW =
  'selector: takes too many steps over this page. Use fewer of ~, :has(), :contains(), :nth-child() ' +
  'and their like, or begin with an #id'

/**
 * Selects elements by a caller's selector, which is never read as markup. Sibling selectors and
 * `:has` can take quadratic time or more, so each step is counted.
 */
export function selectedTags($: CheerioAPI, selector: string): readonly Tag[] {
  if (/^\s*(<|$)/.test(selector)) throw badInput(WRONG)
  let steps = 0
  const spend = (count: number) => {
    steps += count
    if (steps > STEPS_MAX) throw new Error('too many steps')
  }
  try {
    const options = { adapter: counted(spend), pseudos: {}, quirksMode: false }
    return select(selector, $.root()[0]!, options)
  } catch {
    throw badInput(steps > STEPS_MAX ? SLOW : WRONG)
  }
}

/** The functions by which the matcher reads the tree. Each call is counted. */
function counted(spend: (count: number) => void): Adapter {
  return {
    ...DomUtils,
    isTag: ((node: Tag) => (spend(1), DomUtils.isTag(node))) as Adapter['isTag'],
    getName: (tag) => (spend(1), DomUtils.getName(tag)),
    getParent: ((node: Tag) => (spend(1), DomUtils.getParent(node))) as Adapter['getParent'],
    getAttributeValue: (tag, name) => (spend(1), DomUtils.getAttributeValue(tag, name)),
    getText: (node) => {
      const text = DomUtils.getText(node)
      spend(1 + LETTER_STEPS * text.length)
      return text
    },
    existsOne: (test, nodes) => DomUtils.existsOne((tag) => (spend(1), test(tag)), nodes),
    findAll: (test, nodes) => DomUtils.findAll((tag) => (spend(1), test(tag)), nodes),
  }
}
