import { ruleIds } from '../contract/audit-rules'
import { factNames } from '../contract/finding-facts'
import type { Language } from '../contract/languages'
import type { ExportWords } from './worker/words'

type Messages = Record<string, unknown>

/** The message files of the window that have words for files. Each is named, or the build would take all of them. */
const messageFiles: ((language: Language) => Promise<{ default: Messages }>)[] = [
  (language) => import(`../../renderer/shared/i18n/${language}/export.json`),
  (language) => import(`../../renderer/shared/i18n/${language}/products.json`),
  (language) => import(`../../renderer/shared/i18n/${language}/quality.json`),
  (language) => import(`../../renderer/shared/i18n/${language}/review.json`),
  (language) => import(`../../renderer/shared/i18n/${language}/table.json`)
]

/** The text of a key, with its places: `{number}`. Throws for a key without one: a bug. */
type TextOf = (key: string) => string

/**
 * The words of exported files: as the window has them, loaded when a file is written.
 *
 * @param numbers the locale of counts among them; null: the system's
 */
export async function fileWordsIn(language: Language, numbers: string | null): Promise<ExportWords> {
  const t = await textsIn(language)
  return {
    language,
    numbers,
    columns: columns(t),
    states: {
      unreviewed: t('review.state.unreviewed'),
      // A file is not one person's.
      'awaiting-you': t('export.file.awaiting'),
      'awaiting-others': t('export.file.awaiting'),
      approved: t('review.state.approved'),
      changed: t('review.state.changed'),
      'needs-work': t('review.state.needsWork'),
      ignored: t('review.state.ignored')
    },
    disagreement: t('export.file.disagreement'),
    reasons: {
      picture: t('review.reason.picture'),
      price: t('review.reason.price'),
      name: t('review.reason.name'),
      text: t('review.reason.text'),
      double: t('review.reason.double'),
      other: t('review.reason.other')
    },
    changes: { new: t('table.change.new'), changed: t('table.change.changed'), gone: t('table.change.gone') },
    rules: Object.fromEntries(ruleIds.map((rule) => [rule, t(`quality.rule.${rule}.name`)])),
    facts: Object.fromEntries(factNames.map((name) => [name, t(`quality.fact.${name}`)])),
    problems: {
      'not-an-object': t('products.reason.notAnObject'),
      'id-missing': t('products.reason.idMissing'),
      'id-empty': t('products.reason.idEmpty'),
      'id-unsafe-number': t('products.reason.idUnsafeNumber'),
      'id-too-long': t('products.reason.idTooLong'),
      'id-wrong-type': t('products.reason.idWrongType')
    },
    picture: t('export.file.picture'),
    noPicture: t('export.file.noPicture'),
    products: t('export.file.products'),
    about: about(t),
    remarks: remarks(t)
  }
}

/** The name of a list without filters. */
export async function wholeCatalogIn(language: Language): Promise<string> {
  const t = await textsIn(language)
  return t('export.all')
}

async function textsIn(language: Language): Promise<TextOf> {
  const loaded = await Promise.all(messageFiles.map((load) => load(language)))
  const messages: Messages = Object.assign({}, ...loaded.map((file) => file.default))
  return (key) => {
    const text = key
      .split('.')
      .reduce<unknown>((part, name) => (isMessages(part) ? part[name] : undefined), messages)
    if (typeof text !== 'string') throw new Error(`no text for ${key}`)
    return text
  }
}

const isMessages = (part: unknown): part is Messages => typeof part === 'object' && part !== null

function columns(t: TextOf): ExportWords['columns'] {
  return {
    id: t('export.file.column.id'),
    name: t('export.file.column.name'),
    price: t('export.file.column.price'),
    description: t('export.file.column.description'),
    image: t('export.file.column.image'),
    place: t('export.file.column.place'),
    change: t('export.file.column.change'),
    review: t('export.file.column.review'),
    approvals: t('export.file.column.approvals'),
    reason: t('export.file.column.reason'),
    note: t('export.file.column.note'),
    reviewer: t('export.file.column.reviewer'),
    'reviewed-at': t('export.file.column.reviewedAt'),
    'assigned-to': t('export.file.column.assignedTo'),
    findings: t('export.file.column.findings'),
    problem: t('export.file.column.problem')
  }
}

function about(t: TextOf): ExportWords['about'] {
  return {
    title: t('export.file.about.title'),
    store: t('export.file.about.store'),
    list: t('export.file.about.list'),
    rows: t('export.file.about.rows'),
    catalog: t('export.file.about.catalog'),
    asOf: t('export.file.about.asOf'),
    exported: t('export.file.about.exported'),
    note: t('export.file.about.note'),
    complete: t('export.file.about.complete'),
    changed: t('export.file.about.changed'),
    partial: t('export.file.about.partial'),
    partialUnknown: t('export.file.about.partialUnknown'),
    lineList: t('export.file.about.lineList'),
    lineCatalog: t('export.file.about.lineCatalog'),
    lineCatalogAsOf: t('export.file.about.lineCatalogAsOf'),
    lineExported: t('export.file.about.lineExported'),
    linePrinted: t('export.file.about.linePrinted')
  }
}

function remarks(t: TextOf): ExportWords['remarks'] {
  return {
    missing: t('export.file.remark.missing'),
    setAside: t('export.file.remark.setAside'),
    disarmed: t('export.file.remark.disarmed'),
    shortened: t('export.file.remark.shortened'),
    replaced: t('export.file.remark.replaced'),
    unlinked: t('export.file.remark.unlinked'),
    withoutPicture: t('export.file.remark.withoutPicture'),
    reviewsUnread: t('export.file.remark.reviewsUnread'),
    changed: t('export.file.remark.changed')
  }
}
