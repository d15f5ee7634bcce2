/**
 * A decorative icon from the sprite. The icon needs no label, because the text next to the icon has the same meaning.
 */
import sprite from '../../icons/sprite.svg?url';

export const Icon = ({ name }: { name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
