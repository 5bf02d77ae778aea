import {
  Copy,
  Download,
  Eye,
  Hash,
  History,
  Image,
  Link,
  NotebookPen,
  PanelRight,
  SearchCheck,
  SquareSplitHorizontal,
  Type,
  UserRound
} from '@lucide/vue'
import type { Component } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { reviewMarks, type ReviewMark } from '../../../../electron/contract/review-state'
import { useOwnTeam } from '../../../shared/data/own-team'
import { formatCount } from '../../../shared/format/number'
import { t } from '../../../shared/i18n'
import { type DetailsPart, showSamePicture, useProductDetails, useSelection } from '../../catalog'
import type { CommandId } from '../../../shared/commands/command-table'
import { twinRuleOf, useTwins } from '../../quality'
import { useComparing } from '../../quality'
import { useExports } from '../../export'
import { usePictureCommands } from '../../pictures'
import { useMarking, useReviews } from '../../review'
import { useAssigning } from '../selection/assigning'
import { selectedSubject } from '../selection/mark-selection'
import { isMarkedAs, markActionLabel, stateStyle } from '../../../shared/labels/review-labels'

/** To take a mark away comes last. */
const marks: ReviewMark[] = [...reviewMarks.filter((mark) => mark !== 'unreviewed'), 'unreviewed']

/** A product that a menu was asked for, and where it stands on screen, from 0. */
export interface MenuTarget {
  index: number
  product: Product
}

export interface MenuItem {
  words: string
  icon: Component
  run: () => unknown
  disabled?: boolean
  /** The command whose key does the same. */
  command?: CommandId
  /** Given for what is on or off. */
  checked?: boolean
  /** The focus goes on elsewhere, and not back to the row. */
  leadsAway?: boolean
  /** It goes on to a dialog, which gives it back to the row. */
  asks?: boolean
}

/** A part of the menu; one with a title opens beside it. */
export interface MenuPart {
  title?: string
  icon?: Component
  items: MenuItem[]
}

interface Deps {
  connectionId: () => string
  preview: (index: number) => void
}

/**
 * What can be done with a product of the list. Marks and exports are for all that are selected, where it is one of them;
 * `heading` says so then.
 */
export function useProductMenu(deps: Deps): {
  partsFor: (target: MenuTarget) => MenuPart[]
  heading: (target: MenuTarget, locale: string | null) => string | null
} {
  const selection = useSelection()
  const copying = usePictureCommands()
  const picture = usePictureItems(deps)
  const compare = useCompareItem(deps)
  const markItems = useMarkSelection(deps)
  const details = useDetailsItems()
  const assign = useAssignItem()

  const isOfSelection = ({ product }: MenuTarget): boolean => selection.count > 1 && selection.has(product.id)

  return {
    heading(target, locale) {
      if (!isOfSelection(target)) return null
      const { count } = selection
      return t('selection.chosen', { number: formatCount(count, locale) }, count)
    },
    partsFor(target) {
      const { product } = target
      // Of many, only what is done to all of them.
      if (isOfSelection(target))
        return [{ items: [...markItems(target, true), ...assign(target, true), ...compare(target, true)] }]
      return [
        { items: details(target) },
        { items: [...markItems(target, false), ...assign(target, false)] },
        {
          items: [
            {
              words: t('productMenu.copyName'),
              icon: Type,
              disabled: product.name === '',
              run: () => copying.copyText(product.name)
            },
            { words: t('products.details.copyId'), icon: Hash, run: () => copying.copyText(product.id) },
            ...compare(target, false)
          ]
        },
        { title: t('productMenu.picture'), icon: Image, items: picture(target) }
      ]
    }
  }
}

function useDetailsItems(): (target: MenuTarget) => MenuItem[] {
  const details = useProductDetails()

  return ({ product, index }) => {
    const item = (words: string, icon: Component, part: DetailsPart, command?: CommandId): MenuItem => ({
      words,
      icon,
      ...(command ? { command } : {}),
      leadsAway: true,
      run() {
        details.follow(product, index)
        details.openAt(part)
      }
    })
    return [
      item(t('productMenu.details'), PanelRight, 'pane', 'toggle-details'),
      item(t('productMenu.note'), NotebookPen, 'note', 'note'),
      item(t('productMenu.changes'), History, 'history')
    ]
  }
}

function useMarkSelection({
  connectionId
}: Deps): (target: MenuTarget, isOfSelection: boolean) => MenuItem[] {
  const [reviews, team] = [useReviews(), useOwnTeam()]
  const selection = useSelection()
  const exports = useExports()
  const { subjectOf, decide } = useMarking(connectionId)

  function exported({ product }: MenuTarget, isOfSelection: boolean): void {
    const { whole } = selection
    const ids = isOfSelection ? selection.ids() : [product.id]
    const of = isOfSelection && whole ? { productQuery: whole.productQuery } : { products: ids }
    const count = isOfSelection ? selection.count : 1
    void exports.ask({ connectionId: connectionId(), of, count, isSelection: !('productQuery' in of) })
  }

  return (target, isOfSelection) => {
    const { product } = target
    const markItem = (mark: ReviewMark): MenuItem => ({
      words: markActionLabel(mark),
      command: mark,
      icon: stateStyle(mark).icon,
      // One product's mark waits for the others (fault 134); what is being marked already is not marked again meanwhile.
      disabled: isOfSelection && reviews.underWay > 0,
      // Clearing is an act: there is no mark to tick.
      ...(isOfSelection || mark === 'unreviewed'
        ? {}
        : { checked: isMarkedAs(team.pressedStateOf(product), mark) }),
      run() {
        const subject = isOfSelection ? selectedSubject(selection) : subjectOf(product)
        if (subject) decide(mark, subject)
      }
    })
    return [
      ...marks.map(markItem),
      {
        words: t('export.button'),
        icon: Download,
        leadsAway: true,
        run: () => exported(target, isOfSelection)
      }
    ]
  }
}

/** Only in a team. */
function useAssignItem(): (target: MenuTarget, isOfSelection: boolean) => MenuItem[] {
  const [team, assigning, selection] = [useOwnTeam(), useAssigning(), useSelection()]
  return ({ product }, isOfSelection) => {
    const run = (): void => (isOfSelection ? assigning.askForSelection(selection) : assigning.askFor(product))
    return team.isIn ? [{ words: t('team.assign.button'), icon: UserRound, asks: true, run }] : []
  }
}

/** Only where there is something to compare with. */
function useCompareItem({ connectionId }: Deps): (target: MenuTarget, isOfSelection: boolean) => MenuItem[] {
  const comparing = useComparing(connectionId, useSelection())
  const twins = useTwins()
  return ({ product }, isOfSelection) => {
    const isPossible = isOfSelection ? comparing.can(null) : twinRuleOf(product.findings) !== null
    if (!isPossible) return []
    const run = (): unknown =>
      isOfSelection ? comparing.compare(null) : twins.compare(connectionId(), product)
    const words = t('compare.compare')
    return [{ words, icon: SquareSplitHorizontal, command: 'compare', leadsAway: true, run }]
  }
}

function usePictureItems({ preview }: Deps): (target: MenuTarget) => MenuItem[] {
  const commands = usePictureCommands()
  return ({ product, index }) => {
    const disabled = product.picture === null
    return [
      {
        words: t('pictures.command.open'),
        icon: Eye,
        command: 'show-picture',
        leadsAway: true,
        run: () => preview(index)
      },
      {
        words: t('pictures.command.save'),
        icon: Download,
        disabled: disabled || commands.saving,
        run: () => commands.save(product)
      },
      { words: t('pictures.command.copy'), icon: Copy, disabled, run: () => commands.copy(product) },
      {
        words: t('pictures.command.address'),
        icon: Link,
        disabled,
        run: () => commands.copyAddress(product)
      },
      {
        words: t('pictures.command.same'),
        icon: SearchCheck,
        disabled,
        run: () => showSamePicture(product)
      }
    ]
  }
}
