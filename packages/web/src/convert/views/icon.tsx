/** A drawing of the sprite, which says nothing that the words beside it do not. */
import sprite from '../../icons/sprite.svg?url';

export const Icon = ({ name }: { name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${sprite}#${name}`} />
  </svg>
);
