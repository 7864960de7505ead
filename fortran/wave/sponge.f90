!> The absorbing border of Cerjan, Kosloff, Kosloff and Reshef (1985), Geophysics 50, 705-708.
module sponge
  use, intrinsic :: iso_c_binding, only: c_float, c_double, c_int32_t
  implicit none
  private
  public :: sponge_factors

contains

  !> exp(-(strength depth)^2) within `low` cells of the first and `high` cells of the last, where
  !! depth counts cells into the sponge; 1 in between. Where both sponges meet, the stronger wins.
  subroutine sponge_factors(cells, low, high, strength, factors) &
    bind(C, name='ladder_sponge_factors')
    integer(c_int32_t), value :: cells, low, high
    real(c_double), value :: strength ! [1/cell]
    real(c_float), intent(out) :: factors(cells)
    integer :: i, depth

    do i = 1, cells
      depth = max(0, low - (i - 1), high - (cells - i))
      factors(i) = real(exp(-(strength * depth)**2), c_float)
    end do
  end subroutine sponge_factors

end module sponge
