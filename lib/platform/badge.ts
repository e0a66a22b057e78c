import { extension } from "./extension-api.ts";

/** The badge of the toolbar button (a short text on a colour) and the button's tooltip. */
export interface Badge {
  show(badge: { text: string; colour: string; title: string }): Promise<void>;
}

export const toolbarBadge: Badge = {
  async show({ text, colour, title }) {
    await extension.action.setBadgeText({ text });
    await extension.action.setBadgeBackgroundColor({ color: colour });
    await extension.action.setTitle({ title });
  },
};
