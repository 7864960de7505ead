!> The oracle: the original algorithm, time loop and products, in float64 from the same float32
!! inputs. What separates a stage from it is rounding, or a mistake. Compiled with -fopenmp: columns
!! are divided among all cores, and each value is one expression, so their number changes no bit.
module imaging_oracle
  use, intrinsic :: iso_c_binding, only: c_float, c_double, c_int, c_ptr, c_null_ptr, c_loc, &
                                         c_f_pointer
  use imaging_contract, only: ladder_imaging, ladder_place, ladder_stage, ladder_observer, &
                              ladder_imaging_fields, status_ok, status_stopped, &
                              status_out_of_memory
  use watching_run, only: watch
  implicit none
  private
  public :: run_oracle, record

  integer, parameter :: wp = c_double
  ! so that a start of a team costs little in comparison
  integer, parameter :: cells_of_a_team = 20000

contains

function run_oracle(the_case, observer, fields) bind(C, name='ladder_imaging_oracle') result(status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_observer), intent(in) :: observer
    type(ladder_imaging_fields), intent(inout) :: fields
    integer(c_int) :: status
    type(ladder_stage) :: none

    call run_steps(the_case, none, c_null_ptr, observer, fields, status)
  end function run_oracle

  !> What the receivers record while the sources of the case send.
  subroutine record(the_case, traces) bind(C, name='ladder_imaging_record')
    type(ladder_imaging), intent(in) :: the_case
    real(c_float), intent(out) :: traces(the_case%receivers, the_case%steps)
    type(ladder_place), pointer :: cells(:)
    real(wp), allocatable :: p(:, :, :) ! z, x, and which of the two times
    integer :: n, r, now, before

    allocate (p(the_case%nz, the_case%nx, 2))
    call c_f_pointer(the_case%receiver_cells, cells, [the_case%receivers])
    p = 0
    now = 1
    do n = 1, the_case%steps
      before = 3 - now
      call step_of_case(the_case, p(:, :, now), p(:, :, before))
      now = before
  call inject(the_case, n, the_case%source_cells, the_case%sources, the_case%wavelets, p(:, :, now))
      do r = 1, the_case%receivers
        traces(r, n) = real(p(cells(r)%z + 1, cells(r)%x + 1, now), c_float)
      end do
    end do
  end subroutine record

  !> The oracle is its own stage.
  function take_step(the_case, stage, state, now, before) result(status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state, now, before
    integer(c_int) :: status
    real(wp), pointer, contiguous :: of_now(:), of_before(:)

    call c_f_pointer(now, of_now, [the_case%nz * the_case%nx])
    call c_f_pointer(before, of_before, [the_case%nz * the_case%nx])
    call step_of_case(the_case, of_now, of_before)
    status = status_ok
  end function take_step

  function take_image(the_case, stage, state, forward, backward, fields) result(status)
    type(ladder_imaging), intent(in) :: the_case
    type(ladder_stage), intent(in) :: stage
    type(c_ptr), intent(in) :: state, forward, backward
    type(ladder_imaging_fields), intent(in) :: fields
    integer(c_int) :: status
    real(wp), pointer, contiguous :: p(:), q(:), image(:), gather_x(:), gather_z(:), illumination(:)
    integer :: cells

    cells = the_case%nz * the_case%nx
    call c_f_pointer(forward, p, [cells])
    call c_f_pointer(backward, q, [cells])
    call c_f_pointer(fields%image, image, [cells])
    call c_f_pointer(fields%gather_x, gather_x, [cells * (2 * the_case%offsets_x + 1)])
    call c_f_pointer(fields%gather_z, gather_z, [cells * (2 * the_case%offsets_z + 1)])
    call c_f_pointer(fields%illumination, illumination, [cells])
    call multiply_fields(the_case%nz, the_case%nx, the_case%offsets_x, the_case%offsets_z, p, q, &
                         image, gather_x, gather_z, illumination)
    status = status_ok
  end function take_image

  include 'step_of_case.inc'
  include 'loops.inc'
  include 'time_loop.inc'

end module imaging_oracle
