/** What a press makes of the selection: it goes, reaches to the product, or gains or loses it. */
export type TilePress = 'alone' | 'extend' | 'toggle'
